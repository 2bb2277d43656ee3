import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { APP_TEXTS } from '../i18n/app-texts.ts'
import { startTexts } from '../i18n/start.ts'
import { Toaster } from '../ui/toaster.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

export async function startApp(): Promise<void> {
  await startTexts(APP_TEXTS)
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  )
}
