// Before the first paint, so that a chosen theme does not flash. A file of its own: the CSP allows no inline script.
try {
  const theme = localStorage.getItem('trilho.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme is used then.
}
