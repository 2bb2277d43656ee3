import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { followOtherTabs } from './features/session/other-tabs.ts'
import { sessionQueries } from './features/session/queries.ts'
import { APP_TEXTS } from './i18n/app-texts.ts'
import { startTexts } from './i18n/start.ts'
import { queryClient } from './routes/query-client.ts'
import { router } from './routes/router.tsx'
import { ignoreSecondPresses } from './ui/second-press.ts'
import { Toaster } from './ui/toaster.tsx'
import './ui/app.css'

ignoreSecondPresses()
followOtherTabs(queryClient, sessionQueries.me().queryKey)

function draw(): void {
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

// Not awaited here: texts may share modules with this one, which would wait for it.
void startTexts(APP_TEXTS).then(draw)
