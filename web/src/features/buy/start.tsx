/** The page of an offer or a payment link: no router, no sign-in, and as little code as the buyer's other page. */
import { createRoot } from 'react-dom/client'
import { PAY_TEXTS } from '../../i18n/pay-texts.ts'
import { startTexts } from '../../i18n/start.ts'
import { BuyPage } from './buy-page.tsx'

export async function startBuyPage(): Promise<void> {
  await startTexts(PAY_TEXTS)
  const root = document.getElementById('root')
  const slug = location.pathname.split('/')[2] ?? ''
  if (root) createRoot(root).render(<BuyPage slug={decodeURIComponent(slug)} />)
}
