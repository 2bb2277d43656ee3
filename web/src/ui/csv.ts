/** Files that the reader's own spreadsheet opens right. */
export * from '../../../domain/spreadsheet.ts'

export function download(name: string, content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
