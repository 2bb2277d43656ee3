import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { useTries } from '../../ui/use-tries.ts'
import { usePlatformChange } from './use-platform-change.ts'

const PEM = /^-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----$/

/** The key that signs requests of providers which ask for it: taken in, and never shown again. */
export function PrivateKeyForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const { save, isSaving } = usePlatformChange(platform)
  const [key, setKey] = useState('')
  useUnsaved(key !== '')
  const { form, isTried, tried } = useTries()
  const isWrong = !PEM.test(key.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (!isWrong) save({ privateKey: btoa(`${key.trim()}\n`) }, () => setKey(''))
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6 grid gap-4 border-t border-line pt-4">
      <TextAreaField
        label={t('certificates.key')}
        helper={t(platform.hasPrivateKey ? 'certificates.keyKept' : 'certificates.keyHint')}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        value={key}
        onChange={({ target }) => setKey(target.value)}
        error={isTried && key !== '' && isWrong ? t('certificates.keyWrong') : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isSaving} disabled={key.trim() === ''}>
          {t('certificates.saveKey')}
        </Button>
        {platform.hasPrivateKey && (
          <Button disabled={isSaving} onClick={() => save({ privateKey: null })}>
            {t('certificates.removeKey')}
          </Button>
        )}
      </div>
    </form>
  )
}
