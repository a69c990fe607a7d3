// The left column: the letters the player still needs and their use, a summary of the other sheets, and the pets'
// abilities.
import { Icon, Panel, PlayerToken } from '@/kit/ui';
import { shownSeat, MOTTO, needsOf, PETS, say, sheetOf, type Need, type Props } from './model';
import { WORDS } from './words';

// Groups letters with the same use, in the order in which the first of them is needed.
function grouped(needs: Need[]): { letters: string[]; uses: string; next: boolean }[] {
  const groups: { letters: string[]; uses: string; next: boolean }[] = [];
  for (const need of needs) {
    const uses = [need.puzzle && WORDS.forPuzzle, need.never && 'NEVER', need.give && 'GIVE UP']
      .filter(Boolean)
      .join(', ');
    const had = groups.find((g) => g.uses === uses);
    if (had) had.letters.push(need.letter);
    else groups.push({ letters: [need.letter], uses, next: need.next });
  }
  return groups;
}

export function Side(props: Props) {
  const own = shownSeat(props);
  const sheet = sheetOf(props.view, props.content, own);
  const mine = props.seat === own;
  const others = props.names.map((_, i) => i + 1).filter((seat) => seat !== own);
  const does = { cat: WORDS.catDoes, monkey: WORDS.monkeyDoes, parrot: WORDS.parrotDoes };
  return (
    <>
      <Panel title={mine ? WORDS.needed : say(WORDS.neededOf, props.names[own - 1])} class="hide-mid ngu-side">
        <ul class="ngu-needs">
          {grouped(needsOf(sheet)).map((g) => (
            <li key={g.uses}>
              <b class="serif">{g.letters.join(' ')}</b>
              <span>{g.uses}</span>
            </li>
          ))}
        </ul>
        {props.names.length < 5 && <p class="xs dim">{WORDS.neededHint}</p>}
      </Panel>
      <Panel title={WORDS.others} class="hide-mid ngu-side">
        <ul class="ngu-others">
          {others.map((seat) => {
            const s = sheetOf(props.view, props.content, seat);
            const n = s.boxes.filter((b) => b.marked).length;
            const motto = say(WORDS.boxes, s.motto.size, MOTTO.length);
            const label = `${props.names[seat - 1]}: ${say(WORDS.boxes, n, s.boxes.length)}, NEVER GIVE UP ${motto}`;
            return (
              <li key={seat} title={s.words.map((w) => w.text).join(' ')}>
                <PlayerToken seat={seat} size={20} />
                <span class="ngu-minis" role="img" aria-label={label}>
                  <span>
                    {s.words.map((w, i) => (
                      <u key={i}>
                        {w.boxes.map((b) => (
                          <i key={b.n} class={b.marked ? 'on' : b === s.next ? 'next' : ''} />
                        ))}
                      </u>
                    ))}
                  </span>
                  <span class="m">
                    <u>
                      {MOTTO.slice(0, 5).map((m) => (
                        <i key={m.id} class={s.motto.has(m.id) ? 'on' : ''} />
                      ))}
                    </u>
                    <u>
                      {MOTTO.slice(5, 9).map((m) => (
                        <i key={m.id} class={s.motto.has(m.id) ? 'on' : ''} />
                      ))}
                    </u>
                    <u>
                      {MOTTO.slice(9).map((m) => (
                        <i key={m.id} class={s.motto.has(m.id) ? 'on' : ''} />
                      ))}
                    </u>
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      </Panel>
      {props.names.length < 5 && (
        <Panel title={WORDS.pets} class="hide-mid ngu-side">
          <ul class="ngu-petl">
            {PETS.map((pet) => (
              <li key={pet}>
                <Icon name={pet} />
                <span>
                  <b>{props.words[`pet.${pet}`]}</b> {does[pet]}
                </span>
              </li>
            ))}
          </ul>
          <p class="xs dim">{WORDS.rings}</p>
        </Panel>
      )}
    </>
  );
}
