import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail } from '../../../../domain/email.ts'
import { SUPPORT_PHONE } from '../../../../domain/support-phone.ts'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { type ChosenFile, FileField, PICTURES } from '../../ui/file-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { useRefusedField } from '../../ui/use-refused-field.ts'
import { useTries } from '../../ui/use-tries.ts'
import { brandStyle } from '../buy/brand.ts'
import { SellerLine } from '../buy/page-header.tsx'
import { usePlatformForm } from './use-platform-form.ts'

const PHONE = new RegExp(SUPPORT_PHONE)
const COLOR = /^#[0-9a-f]{6}$/i
/** What the pages wear until a colour is chosen: the light accent of ui/tokens.css, as the picker wants it. */
const UNCHOSEN = '#3549ca'

/** How buyers know the seller's pages. */
export function LookForm({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const { save, isSaving, isSame } = usePlatformForm(platform)
  const [name, setName] = useState(platform.name)
  const [color, setColor] = useState(platform.brandColor ?? '')
  const [supportEmail, setSupportEmail] = useState(platform.supportEmail ?? '')
  const [supportPhone, setSupportPhone] = useState(platform.supportPhone ?? '')
  const [logo, setLogo] = useState<ChosenFile | null>(
    platform.logoUrl === null ? null : { name: t('look.current'), url: platform.logoUrl },
  )
  const refused = useRefusedField('logoUrl')
  const changeLogo = (chosen: ChosenFile | null) => {
    refused.forget()
    setLogo(chosen)
  }
  const { form, isTried, tried } = useTries()
  const isNameWrong = name.trim() === ''
  const isColorWrong = color !== '' && !COLOR.test(color)
  const isEmailWrong = supportEmail !== '' && !isEmail(supportEmail)
  const isPhoneWrong = supportPhone.trim() !== '' && !PHONE.test(supportPhone.trim())
  const wished = {
    name: name.trim(),
    brandColor: color === '' ? null : color.toLowerCase(),
    logoUrl: logo?.url ?? null,
    supportEmail: supportEmail || null,
    supportPhone: supportPhone.trim() || null,
  }
  const isSending = logo !== null && logo.url === null
  useUnsaved(!isSame(wished))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (isNameWrong || isColorWrong || isEmailWrong || isPhoneWrong || isSending) return
    save(wished, (error) => {
      const isShown = refused.refuse(error)
      if (isShown) tried()
      return isShown
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-[0.8125rem] text-ink-soft text-pretty">{t('look.text')}</p>
      <TextField
        required
        maxLength={100}
        label={t('look.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={isTried && isNameWrong ? t('look.nameMissing') : undefined}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextField
          label={t('look.color')}
          placeholder={UNCHOSEN}
          maxLength={7}
          spellCheck={false}
          className="font-mono"
          value={color}
          onChange={({ target }) => setColor(target.value.trim())}
          error={isTried && isColorWrong ? t('look.colorWrong') : undefined}
        />
        <input
          type="color"
          aria-label={t('look.pick')}
          value={COLOR.test(color) ? color.toLowerCase() : UNCHOSEN}
          onChange={({ target }) => setColor(target.value)}
          className="h-10 w-14 cursor-pointer rounded-lg border border-line bg-surface p-1 max-md:h-12"
        />
      </div>
      <FileField
        label={t('look.logo')}
        helper={t('look.logoHelp')}
        purpose="logo"
        types={PICTURES}
        isForBuyers
        value={logo}
        onValueChange={changeLogo}
        error={refused.error}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('look.supportEmail')}
          inputMode="email"
          maxLength={254}
          value={supportEmail}
          onChange={({ target }) => setSupportEmail(target.value.trim())}
          error={isTried && isEmailWrong ? t('look.supportEmailWrong') : undefined}
        />
        <TextField
          label={t('look.supportPhone')}
          inputMode="tel"
          maxLength={20}
          value={supportPhone}
          onChange={({ target }) => setSupportPhone(target.value)}
          error={isTried && isPhoneWrong ? t('look.supportPhoneWrong') : undefined}
        />
      </div>
      <div aria-live="polite" className="grid gap-1 text-[0.8125rem] text-pretty">
        {!wished.supportEmail && !wished.supportPhone && <p className="text-warning-ink">{t('look.noSupport')}</p>}
        <p className="text-ink-soft">{t('look.supportText')}</p>
      </div>
      <Preview name={wished.name} color={isColorWrong ? null : wished.brandColor} logoUrl={wished.logoUrl} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isSaving} disabled={isSame(wished) || isSending}>
          {t('look.save')}
        </Button>
        {logo !== null && !isSending && <Button onClick={() => changeLogo(null)}>{t('look.removeLogo')}</Button>}
      </div>
    </form>
  )
}

/** What is above a page's form, and its button. */
function Preview({ name, color, logoUrl }: { name: string; color: string | null; logoUrl: string | null }) {
  const { t } = useTranslation('platform')
  return (
    <section
      aria-label={t('look.preview')}
      className="rounded-lg border border-line bg-canvas p-4"
      style={brandStyle(color)}
    >
      <p className="mb-3 text-xs text-ink-soft">{t('look.preview')}</p>
      <SellerLine seller={name} logoUrl={logoUrl} />
      <span className="flex h-10 items-center justify-center rounded-lg border border-accent-edge bg-accent px-4 font-medium text-on-accent">
        {t('look.button')}
      </span>
    </section>
  )
}
