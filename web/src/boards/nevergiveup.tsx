import type { BoardProps, GameBoard } from './board';
const Board = ({ moment }: BoardProps) => <p>{moment.prompt}</p>;
const board: GameBoard = { id: 'nevergiveup', Board, Hand: null, Side: null, facts: () => [], icon: () => 'dice', Cover: () => <svg /> };
export default board;
