import { lazy, Suspense } from 'react'
import { defined } from '../../../domain/defined.ts'

/** Most providers send a picture, so the QR drawing code is loaded only when it is needed. */
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

interface QrImageProps {
  code: string
  /** As the provider gave it; only one that is in the answer itself is shown, never one from somewhere else. */
  image: string | null
  label: string
  className?: string
}

/** A provider's own picture of the code, or ours where there is none. */
export function QrImage({ code, image, label, className }: QrImageProps) {
  if (image?.startsWith('data:image/'))
    return <img src={image} alt={label} className={`bg-white [image-rendering:pixelated] ${className ?? ''}`} />
  return (
    <Suspense fallback={<div className={className} />}>
      <QrCode text={code} label={label} {...defined({ className: className || undefined })} />
    </Suspense>
  )
}
