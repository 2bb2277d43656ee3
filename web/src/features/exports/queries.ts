import { isExportOver } from '../../../../domain/export.ts'
import { api } from '../../api/client.ts'
import type { Export, ExportAddress, Exports, NewExport } from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'

const UNDER_WAY_MS = 2_000
const PAGE_SIZE = 25

const isUnderWay = ({ data }: Exports) => data.some(({ state }) => !isExportOver(state))

export const exportQueries = {
  all: () => ['exports'] as const,
  list: () =>
    pages(exportQueries.all(), listAt<Exports>('/v1/exports', { limit: PAGE_SIZE }), {
      refetchInterval: ({ state }) => (state.data?.pages.some(isUnderWay) ? UNDER_WAY_MS : false),
    }),
}

export const askForExport = (wanted: NewExport) => api.post<Export>('/v1/exports', wanted)

export const readExport = (id: string) => api.get<Export>(`/v1/exports/${id}`)

/** The browser saves what the address gives, and stays on the page. */
export async function saveExport(id: string): Promise<void> {
  const { url } = await api.get<ExportAddress>(`/v1/exports/${id}/download`)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
