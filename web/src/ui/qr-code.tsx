import { create } from 'qrcode'
import { useMemo } from 'react'

/** Draws a Pix code. Always dark on white, in every theme: cameras expect it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-3 -3 ${size + 6} ${size + 6}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect x={-3} y={-3} width={size + 6} height={size + 6} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** One path with a run of modules per step: far fewer nodes than a rectangle each. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const runs: string[] = []
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let length = 0
      while (column + length < size && data[row * size + column + length]) length += 1
      if (length > 0) runs.push(`M${column} ${row}h${length}v1h-${length}z`)
      column += length
    }
  }
  return { size, path: runs.join('') }
}
