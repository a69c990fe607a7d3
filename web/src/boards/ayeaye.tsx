// Aye Aye Island in the browser: a map of the island and the sea, and what lies over it while something is asked.
import type { BoardProps, GameBoard } from './board';
import { Chart, Window } from './ayeaye/chart';
import type { Props } from './ayeaye/model';
import './ayeaye/ayeaye.css';

function Board(props: BoardProps) {
  const p = props as Props;
  return <div class="aye-board">{p.size === 'phone' ? <Window p={p} /> : <Chart p={p} />}</div>;
}

const board: GameBoard = {
  id: 'ayeaye', Board, Hand: null, Side: null, facts: () => [], icon: () => 'move', Cover: () => null,
};
export default board;
