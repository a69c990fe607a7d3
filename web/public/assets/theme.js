// Before anything is drawn: the theme that was chosen on this device, so that the page does not flash.
try {
  const theme = JSON.parse(localStorage.getItem('skerry.prefs') || '{}').theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // a browser that keeps nothing: the system's theme
}
