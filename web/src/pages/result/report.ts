// The parts of an analysis (docs/analyze.md, JSON) that the result page shows.

export interface MovePlan {
  text: string;
  label: string;
  then: string[];
  then_labels: string[];
}

interface Decision {
  decision: number;
  step: number;
  turn: number;
  seat: number;
  played: MovePlan;
  best: MovePlan;
  judged: boolean;
  sure: boolean;
  chance: number | null;
  better: number | null;
  loss: number;
  error: number;
}

interface TurningPoint {
  number: number;
  from: number;
  to: number;
  turn: number;
  by_luck: boolean;
  seat: number | null;
  swing: number[];
  most: number;
  loss: number;
  said: string;
}

export interface Report {
  title: string;
  judged_by?: 'chance' | 'points';
  turns: number;
  games: number;
  first: number[];
  seats: {
    seat: number;
    decisions: number;
    judged: number;
    good: number;
    open?: number;
    loss: number;
    worst: number[];
    luck: { count: number; sum: number; usual: number };
  }[];
  steps: { step: number; turn: number; chance: number[]; seat: number | null }[];
  decisions: Decision[];
  moments: TurningPoint[];
}

// A chance between 0 and 1 as points: "+14", "−31".
export const pointsText = (part: number): string => {
  const n = Math.round(100 * part);
  return n < 0 ? `−${-n}` : n > 0 ? `+${n}` : '0';
};

// Number of decisions that the analysis could rate.
export const ratedDecisions = (seat: Report['seats'][number]): number => seat.judged - (seat.open ?? 0);
