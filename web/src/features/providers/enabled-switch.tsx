import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { EnableUnproved } from './enable-unproved.tsx'
import { changeAccount } from './queries.ts'
import { outcomeOf } from './test-outcome.tsx'
import { WhatStops } from './what-stops.tsx'

/** Switching off stops sales, so it is asked about first; so is switching on what its provider has not accepted. */
export function EnabledSwitch({ account, disabled }: { account: ProviderAccount; disabled: boolean }) {
  const { t } = useTranslation(['providers', 'common'])
  const [asked, setAsked] = useState<'on' | 'off'>()
  const change = useMutation(changeAccount(useQueryClient()))
  const { id, name, enabled } = account
  const shown = change.isPending ? change.variables.enabled === true : enabled
  const close = () => setAsked(undefined)
  const set = (next: boolean) =>
    change.mutate(
      { id, enabled: next },
      {
        onSuccess: () => {
          close()
          toast.success(t(next ? 'enabled' : 'disabled'))
        },
        onError: (error) => tellFailure(t('changeFailed'), error),
      },
    )
  const turn = (next: boolean) => {
    if (!next) setAsked('off')
    else if (outcomeOf(account) === 'accepted') set(true)
    else setAsked('on')
  }
  return (
    <>
      <Switch.Root
        checked={shown}
        disabled={disabled || change.isPending}
        aria-label={t(enabled ? 'disable' : 'enable', { name })}
        onCheckedChange={turn}
        className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-transparent bg-control align-middle disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:bg-accent motion-safe:transition-colors max-md:h-7 max-md:w-12"
      >
        <Switch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white data-[state=checked]:translate-x-4 motion-safe:transition-transform max-md:size-6 max-md:data-[state=checked]:translate-x-5" />
      </Switch.Root>
      <Dialog
        open={asked === 'off'}
        onOpenChange={close}
        title={t('pauseTitle', { name })}
        description={t('pauseText')}
      >
        {asked === 'off' && <WhatStops account={account} />}
        <DialogActions>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button look="danger" busy={change.isPending} onClick={() => set(false)}>
            {t('pauseDo')}
          </Button>
        </DialogActions>
      </Dialog>
      {asked === 'on' && <EnableUnproved account={account} onClose={close} />}
    </>
  )
}
