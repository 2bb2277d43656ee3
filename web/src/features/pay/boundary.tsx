import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from './failed.tsx'

interface BoundaryProps {
  children: ReactNode
}

/** A fault of the page leaves a buyer with words and a way on, never with a blank page. */
export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { t } = useTranslation('pay')
  return (
    <main className="mx-auto w-full max-w-md px-4 py-6">
      <Failed text={t('brokenText')} onRetry={() => location.reload()} />
    </main>
  )
}
