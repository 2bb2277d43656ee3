/** The buyer's page: no router, no sign-in, no more code than a phone on a slow network should fetch. */
import { createRoot } from 'react-dom/client'
import { PAY_TEXTS } from '../../i18n/pay-texts.ts'
import { startTexts } from '../../i18n/start.ts'
import { PayPage } from './pay-page.tsx'

export async function startBuyerPage(): Promise<void> {
  await startTexts(PAY_TEXTS)
  const root = document.getElementById('root')
  const token = location.pathname.split('/')[2] ?? ''
  if (root) createRoot(root).render(<PayPage token={decodeURIComponent(token)} />)
}
