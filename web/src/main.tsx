/** Two doors into one build: the buyer's page, which must be light on a phone, and everything for those who sign in. */
import './ui/app.css'

if (location.pathname.startsWith('/pay/')) {
  void import('./features/pay/start.tsx').then(({ startBuyerPage }) => startBuyerPage())
} else {
  void import('./routes/start.tsx').then(({ startApp }) => startApp())
}
