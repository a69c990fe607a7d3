// Not laid out yet.
import { Bar } from '../shell/bar';
import { t } from '../words';

export default function Page() {
  return (
    <div class="page">
      <Bar title={t('replay')} />
      <main tabIndex={-1} class="wrap"><div class="lone"><h1>{t('missing.title')}</h1><a class="btn" href="/">{t('to-lobby')}</a></div></main>
    </div>
  );
}
