/** The search over everything, whose code comes when it is first asked for. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../api/contract.ts'
import { FoundPlatformDialog } from '../features/platforms/found-dialog.tsx'
import type { Palette as LoadedPalette } from '../features/search/palette.tsx'
import { toast } from '../ui/toast.ts'

/** What is typed while it is on its way is typed into it. @returns how to open it, and the thing itself with the form that it opens by itself. */
export function useSearchEverything(me: Me | undefined): { open: () => void; palette: ReactNode } {
  const { t } = useTranslation('common')
  const [isOpen, setOpen] = useState(false)
  const [isFounding, setFounding] = useState(false)
  const [Palette, setPalette] = useState<typeof LoadedPalette>()
  const typed = useRef('')
  const isComing = isOpen && Palette === undefined && me !== undefined
  const giveUp = useEffectEvent(() => {
    setOpen(false)
    toast.error(t('search.failed'))
  })
  useEffect(() => {
    if (!isComing) return
    import('../features/search/palette.tsx').then((loaded) => setPalette(() => loaded.Palette), giveUp)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
      const after = event.key === 'Backspace' ? typed.current.slice(0, -1) : typed.current + event.key
      if (event.ctrlKey || event.metaKey || event.altKey || (event.key.length > 1 && event.key !== 'Backspace')) return
      event.preventDefault()
      event.stopPropagation()
      typed.current = after
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [isComing])
  const open = () => {
    typed.current = ''
    setOpen(true)
  }
  const palette = (
    <>
      {me && isOpen && Palette && (
        <Palette open me={me} typed={typed.current} onFound={() => setFounding(true)} onOpenChange={setOpen} />
      )}
      {isFounding && <FoundPlatformDialog onClose={() => setFounding(false)} />}
    </>
  )
  return { open, palette }
}
