// Four short synthesised sounds: your turn, a move, dice, the end.
import { prefs } from './prefs';

type Sound = 'turn' | 'move' | 'dice' | 'end';

let context: AudioContext | null = null;

// Soft bell strokes: [frequency in Hz, start, length], times in seconds.
const strokes: Record<Sound, [number, number, number][]> = {
  turn: [
    [587, 0, 0.22],
    [784, 0.11, 0.36],
  ],
  move: [[220, 0, 0.09]],
  dice: [
    [420, 0, 0.05],
    [360, 0.07, 0.05],
    [300, 0.15, 0.06],
    [260, 0.21, 0.08],
  ],
  end: [
    [392, 0, 0.3],
    [494, 0.14, 0.3],
    [587, 0.28, 0.6],
  ],
};

export function play(sound: Sound): void {
  if (!prefs.value.sound || (document.visibilityState === 'hidden' && sound === 'move')) return;
  // browsers allow no sound before the first interaction
  if (!('AudioContext' in window) || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const now = context.currentTime + 0.01;
  for (const [pitch, at, length] of strokes[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = sound === 'dice' ? 'triangle' : 'sine';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(0.12, now + at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0008, now + at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + length + 0.02);
  }
}
