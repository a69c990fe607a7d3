import { Bar, NameTool, ThemeTool } from '../shell/bar';
import { t } from '../kit/words';

export function NotFound() {
  return (
    <div class="page">
      <Bar>
        <ThemeTool />
        <NameTool />
      </Bar>
      <main tabIndex={-1} class="wrap">
        <div class="lone">
          <h1>{t('missing.title')}</h1>
          <p>{t('missing.text')}</p>
          <a class="btn" href="/">
            {t('to-lobby')}
          </a>
        </div>
      </main>
    </div>
  );
}
