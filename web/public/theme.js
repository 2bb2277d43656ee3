// Before the first paint, so that what was chosen does not flash. A file of its own: the CSP allows no inline script.
try {
  const theme = localStorage.getItem('trilho.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('trilho.density') === 'compact') document.documentElement.dataset.density = 'compact'
  if (localStorage.getItem('trilho.keys') === 'off') document.documentElement.dataset.keys = 'off'
} catch {
  // Storage may be forbidden; all is then as the system has it.
}
