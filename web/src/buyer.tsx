/** The buyer's two pages, a build of their own: no router, no sign-in, no more code than a phone on a slow network should fetch. */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { BuyPage } from './features/buy/buy-page.tsx'
import { Boundary } from './features/pay/boundary.tsx'
import { PayPage } from './features/pay/pay-page.tsx'
import { PAY_TEXTS } from './i18n/pay-texts.ts'
import { startTexts } from './i18n/start.ts'
import { ignoreSecondPresses } from './ui/second-press.ts'
import './ui/buyer.css'

ignoreSecondPresses()
const [, page, id = ''] = location.pathname.split('/')
// Not awaited here: see main.tsx.
void startTexts(PAY_TEXTS).then(draw)

function draw(): void {
  const root = document.getElementById('root')
  root?.replaceChildren()
  if (root) createRoot(root).render(<Boundary>{pageOf(decodeURIComponent(id))}</Boundary>)
}

function pageOf(name: string): ReactNode {
  return page === 'buy' ? <BuyPage slug={name} /> : <PayPage token={name} />
}
