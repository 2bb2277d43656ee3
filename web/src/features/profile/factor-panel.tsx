import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactor } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Ghost } from '../../ui/ghost.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { Unread } from '../../ui/unread.tsx'
import { useNamedDialog } from '../../ui/use-address.ts'
import { areFew, sayFew } from './codes-left.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { disableFactor, makeRecoveryCodes, profileQueries } from './queries.ts'
import { RecoveryCodesList } from './recovery-codes.tsx'

export function FactorPanel() {
  const { t } = useTranslation('profile')
  const factor = useQuery(profileQueries.factor())
  const [isOpen, setOpen] = useNamedDialog('factor')
  const isOn = factor.data?.state === 'on'
  const badge = factor.data && <Badge tone={isOn ? 'success' : 'pending'}>{t(isOn ? 'factor.on' : 'factor.off')}</Badge>
  return (
    <Panel title={t('factor.title')} aside={badge}>
      <Unread
        query={factor}
        waiting={
          <Ghost>
            <Disabled state="off" onEnable={() => undefined} />
          </Ghost>
        }
      />
      {factor.data && !isOn && <Disabled state={factor.data.state} onEnable={() => setOpen(true)} />}
      {factor.data && isOn && <Enabled factor={factor.data} />}
      <EnrolDialog open={isOpen} onClose={() => setOpen(false)} />
    </Panel>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-lg border border-warning-line bg-warning-soft px-4 py-3 text-warning-ink">
      {children}
    </p>
  )
}

function Disabled({ state, onEnable }: { state: SecondFactor['state']; onEnable: () => void }) {
  const { t } = useTranslation('profile')
  return (
    <div className="grid gap-4">
      {state === 'needed' && <Warning>{t('factor.needed')}</Warning>}
      <p className="text-ink-soft text-pretty">{t('factor.text')}</p>
      <Button look="primary" className="justify-self-start" onClick={onEnable}>
        {t('factor.enable')}
      </Button>
    </div>
  )
}

function Enabled({ factor }: { factor: SecondFactor }) {
  const { t } = useTranslation('profile')
  const few = areFew(factor.recoveryCodesLeft)
  const [dialog, setDialog] = useState<'codes' | 'disable'>()
  const queries = useQueryClient()
  const make = useMutation(makeRecoveryCodes(queries))
  const disable = useMutation(disableFactor(queries))
  const close = () => {
    // The codes that the answer brings are shown this once.
    if (make.isPending) return
    setDialog(undefined)
    make.reset()
  }
  return (
    <div className="grid gap-5">
      {few && <Warning>{sayFew(factor.recoveryCodesLeft, t)}</Warning>}
      <Facts>
        <Fact label={t('factor.since')}>{factor.confirmedAt && <RelativeTime at={factor.confirmedAt} />}</Fact>
        <Fact label={t('factor.left')}>{String(factor.recoveryCodesLeft)}</Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button look={few ? 'primary' : 'secondary'} onClick={() => setDialog('codes')}>
          {t('factor.newCodes')}
        </Button>
        <Button onClick={() => setDialog('disable')}>{t('factor.disable')}</Button>
      </div>
      <Dialog
        open={dialog === 'codes'}
        onOpenChange={close}
        title={t(make.data ? 'codes.title' : 'factor.newCodes')}
        description={t(make.data ? 'codes.text' : 'factor.newCodesText')}
      >
        {make.data ? (
          <RecoveryCodesList codes={make.data.recoveryCodes} onDone={close} />
        ) : (
          <ProofForm
            submitText={t('factor.make')}
            busy={make.isPending}
            run={(proof, onError) => make.mutate(proof, { onError })}
            onCancel={close}
          />
        )}
      </Dialog>
      <Dialog
        open={dialog === 'disable'}
        onOpenChange={close}
        title={t('factor.disableTitle')}
        description={t('factor.disableText')}
      >
        <ProofForm
          isDangerous
          submitText={t('factor.disable')}
          busy={disable.isPending}
          // Said also when the panel is gone by then.
          run={(proof, onError) =>
            void disable.mutateAsync(proof).then(() => toast.success(t('factor.disabled')), onError)
          }
          onCancel={close}
        />
      </Dialog>
    </div>
  )
}
