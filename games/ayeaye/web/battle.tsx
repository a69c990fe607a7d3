// Shooting at the Plank: a quest's task beside the map, or a battle at sea with the effect of hits.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Chart } from './map';
import { currentBattle, currentCard, layoutOf, letter, nameOf, currentShooting } from './model';
import type { Props } from './model';
import { PlankBoard, PlankFields, PlankFoot, previewShot, shotMoves, useAim } from './plank';
import { Outcomes, QuestHead } from './quest';
import { Broadside } from './backdrops';
import type { ShotAnimation } from './shot';
import { WORDS, fill, capitalise } from './words';

function placeText(p: Props, place: string): string {
  const layout = layoutOf(p.content);
  for (const [c, course] of layout.courses.entries()) {
    const i = course.findIndex((s) => s.id === place);
    if (i >= 0) {
      return `${fill(
        WORDS.spaceAt,
        capitalise(p.words[`course.${c + 1}`]),
        i + 1,
      )}, ${course[i].event ? p.words[`card.${course[i].event}`] : WORDS.noEvent}`;
    }
  }
  return p.words[`space.${place}`] ?? '';
}

function Ladder({ p }: { p: Props }) {
  const fight = currentBattle(p.view);
  if (!fight) return null;
  const hits = Math.min(3, currentShooting(p.view)?.hits ?? fight.hits);
  const who = nameOf(p, fight.target);
  const rows = [
    fight.back ? WORDS.endsQuiet : fill(WORDS.firesBack, who, p.content.battle.shots),
    fill(WORDS.sitsOut, who, 1),
    fill(WORDS.sitsOut, who, 2),
    fill(WORDS.sinks, who),
  ];
  return (
    <ol class="aye-ladder" aria-label={WORDS.battle}>
      {rows.map((text, i) => (
        <li key={i} class={i === hits ? 'on' : ''} aria-current={i === hits ? 'true' : undefined}>
          <b class="serif" aria-hidden="true">
            {i}
          </b>
          <span>
            <b>{fill(WORDS.hits, i)}</b>
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

function BattlePicture({ p }: { p: Props }) {
  const fight = currentBattle(p.view)!;
  const s = currentShooting(p.view);
  const name = (seat: number) => `${nameOf(p, seat)}${seat === p.seat ? `, ${WORDS.you}` : ''}`;
  return (
    <Broadside
      from={fight.firing}
      at={fight.target}
      names={[name(fight.firing), name(fight.target)]}
      where={placeText(p, p.view.place[fight.began - 1])}
      hits={Math.min(3, s?.hits ?? fight.hits)}
      fired={p.moment.events.some((e) => e.event === 'released') || (s?.hits ?? fight.hits) > 0}
      flat={p.size === 'phone'}
    />
  );
}

export function PlankPanel({ p, animation, done }: { p: Props; animation: ShotAnimation | null; done: () => void }) {
  const [aim, change, fixed] = useAim(p);
  const [seen, end] = useState<ShotAnimation | null>(null);
  const over = animation !== null && seen === animation;
  const fight = currentBattle(p.view);
  const s = currentShooting(p.view);
  const now = currentCard(p.view, p.content);
  const prediction = animation ? null : previewShot(p, aim);
  const shoot = () => {
    if (prediction) p.play(shotMoves(p, aim, prediction.foul));
  };
  const task = now?.card.task;
  const bonus = task?.plus && now ? p.view.skill[now.seat - 1].marksman : 0;
  const total = fight ? p.content.battle.shots : (task?.shots ?? 3) + bonus;
  const who = s?.seat ?? animation?.seat ?? null;
  const phone = p.size === 'phone';
  const spot = who ? layoutOf(p.content).byId.get(p.view.place[who - 1] ?? '') : null;
  const near = { x: (spot?.x ?? 308) - 160, y: (spot?.y ?? 318) - 80, w: 320, h: 160 };
  const waiting = who !== null && who !== p.seat;
  let head: ComponentChildren = null;
  if (fight) head = <BattlePicture p={p} />;
  else if (now) {
    head = (
      <>
        <QuestHead p={p} card={now.card} seat={now.seat} small={phone} />
        <Outcomes p={p} card={now.card} />
      </>
    );
  }
  return (
    <div class={`aye-at-plank${fight ? ' battle' : ''}${phone ? ' phone' : ''}`}>
      <div class="aye-task">
        {head}
        {fight && <Ladder p={p} />}
      </div>
      {!phone && !fight && (
        <div class="aye-beside">
          <Chart p={{ ...p, moves: [] }} box={near} slice />
        </div>
      )}
      <div class="aye-plank-box">
        <PlankBoard
          p={p}
          aim={aim}
          change={change}
          fixed={fixed}
          animation={animation}
          prediction={prediction}
          done={done}
          ended={() => end(animation)}
          shoot={shoot}
        />
      </div>
      {phone && (prediction || (animation && animation.seat === p.seat)) && (
        <PlankFields p={p} aim={aim} change={change} fixed={fixed} prediction={prediction} />
      )}
      <div class="aye-plank-under">
        {waiting && who && (
          <p class="aye-waiting">
            <svg class={`tok p${letter(who)}`} width="20" height="20" viewBox="-1 -1 34 34" aria-hidden="true">
              <use
                href={`#shape-${letter(who)}`}
                fill={`var(--p${letter(who)})`}
                stroke="var(--ink)"
                stroke-width="1.8"
              />
            </svg>
            {fill(WORDS.aiming, nameOf(p, who))}
          </p>
        )}
        <PlankFoot
          p={p}
          aim={aim}
          change={change}
          fixed={fixed}
          prediction={prediction}
          total={total}
          fire={!!fight}
          animation={animation}
          over={over}
          shoot={shoot}
          skip={done}
        />
      </div>
    </div>
  );
}
