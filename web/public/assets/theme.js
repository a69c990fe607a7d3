// Applies the stored theme before the first paint, so that the page does not flash.
try {
  const theme = JSON.parse(localStorage.getItem('skerry.prefs') || '{}').theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: keep the system's theme.
}
