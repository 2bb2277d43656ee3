/** Three doors into one build: the buyer's two pages, which must be light on a phone, and everything for those who sign in. */
import './ui/app.css'

if (location.pathname.startsWith('/pay/')) {
  void import('./features/pay/start.tsx').then(({ startBuyerPage }) => startBuyerPage())
} else if (location.pathname.startsWith('/buy/')) {
  void import('./features/buy/start.tsx').then(({ startBuyPage }) => startBuyPage())
} else {
  void import('./routes/start.tsx').then(({ startApp }) => startApp())
}
