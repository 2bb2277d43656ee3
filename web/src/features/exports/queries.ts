import { queryOptions } from '@tanstack/react-query'
import { isExportOver } from '../../../../domain/export.ts'
import { api } from '../../api/client.ts'
import type { Export, ExportAddress, Exports, NewExport } from '../../api/contract.ts'

const UNDER_WAY_MS = 2_000

export const exportQueries = {
  all: () => ['exports'] as const,
  list: () =>
    queryOptions({
      queryKey: exportQueries.all(),
      queryFn: ({ signal }) => api.get<Exports>('/v1/exports?limit=50', { signal }),
      refetchInterval: ({ state }) => (state.data?.data.some((one) => !isExportOver(one.state)) ? UNDER_WAY_MS : false),
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
