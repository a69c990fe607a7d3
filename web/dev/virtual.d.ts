declare module 'virtual-board' {
  const board: unknown;
  export default board;
}
