// Leaving one of your tables: what that does in the table's current state, and the confirmation before it.
import { useState } from 'preact/hooks';
import type { ConnectionState } from '../link/client';
import { RefusedError } from '../link/client';
import type { Table } from '../kit/protocol';
import { Dialog } from '../kit/ui';
import { t } from '../kit/words';
import { link } from './connection';

export interface LeaveInfo {
  key: string;
  name: string;
  phase: Table['phase'];
  host: boolean;
  others: number; // number of other people at the table
}

export const leaveInfo = (table: Table): LeaveInfo => ({
  key: table.key ?? '',
  name: table.name,
  phase: table.phase,
  host: table.host,
  others: table.seats.filter((s) => s.who === 'person' && !s.you).length,
});

export const canLeave = (state: ConnectionState): boolean => state.features.includes('leave');

// What leaving does: close the table, stand up, end the game, hand the seat to a bot, or only remove the table from
// your list.
export function leaveAction({ phase, host, others }: LeaveInfo): 'close' | 'stand' | 'end' | 'bot' | 'off' {
  if (phase === 'gathering') return host ? 'close' : 'stand';
  if (phase === 'playing') return others ? 'bot' : 'end';
  return 'off';
}

export function LeaveBox({ leaving, close, left }: { leaving: LeaveInfo; close: () => void; left?: () => void }) {
  const [bad, setBad] = useState('');
  const action = leaveAction(leaving);
  const leave = () =>
    link.request('leave', { table: leaving.key }).then(
      () => {
        close();
        left?.();
      },
      (error) => setBad(error instanceof RefusedError ? error.refusal.text : t('line.not-sent')),
    );
  return (
    <Dialog title={t(`leave.${action}.title`, leaving.name)} close={close}>
      <p>{t(`leave.${action}.text`)}</p>
      {bad && (
        <p class="bad sm" role="alert">
          {bad}
        </p>
      )}
      <div class="row">
        <button type="button" class="btn go" onClick={leave}>
          {t(`leave.${action}`)}
        </button>
        <button type="button" class="btn" onClick={close}>
          {t('leave.no')}
        </button>
      </div>
    </Dialog>
  );
}
