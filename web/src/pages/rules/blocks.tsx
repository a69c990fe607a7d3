// Draws the blocks of a rules page and highlights the search hits.
import type { ComponentChildren } from 'preact';
import type { Block, Inline } from './markdown';

export function Marked({ text, query }: { text: string; query: string }) {
  if (query.length < 2) return <>{text}</>;
  const out: ComponentChildren[] = [];
  const low = text.toLowerCase();
  let at = 0;
  for (let hit = low.indexOf(query); hit >= 0; hit = low.indexOf(query, at)) {
    out.push(text.slice(at, hit), <mark>{text.slice(hit, hit + query.length)}</mark>);
    at = hit + query.length;
  }
  out.push(text.slice(at));
  return <>{out}</>;
}

function Line({ inlines, query }: { inlines: Inline[]; query: string }) {
  return (
    <>
      {inlines.map((inline) => {
        const text = <Marked text={inline.text} query={query} />;
        if (inline.kind === 'strong') return <strong>{text}</strong>;
        if (inline.kind === 'em') return <em>{text}</em>;
        if (inline.kind === 'code') return <code>{text}</code>;
        if (inline.kind === 'do') return <b class="do">{text}</b>;
        return text;
      })}
    </>
  );
}

export function Blocks({ blocks, query }: { blocks: Block[]; query: string }) {
  return (
    <>
      {blocks.map((block) => {
        if (block.kind === 'p') {
          return (
            <p>
              <Line inlines={block.inlines} query={query} />
            </p>
          );
        }
        if (block.kind === 'code') return <pre tabIndex={0}>{block.text}</pre>;
        if (block.kind === 'list') {
          const items = block.items.map((item) => (
            <li>
              <Line inlines={item} query={query} />
            </li>
          ));
          return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
        }
        return (
          <div class="rules-table" tabIndex={0} role="group">
            <table>
              {block.head.length > 0 && (
                <thead>
                  <tr>
                    {block.head.map((cell) => (
                      <th scope="col">
                        <Line inlines={cell} query={query} />
                      </th>
                    ))}
                  </tr>
                </thead>
              )}
              <tbody>
                {block.rows.map((row) => (
                  <tr>
                    {row.map((cell) => (
                      <td>
                        <Line inlines={cell} query={query} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        );
      })}
    </>
  );
}
