import { createBrowserRouter, type RouteObject } from 'react-router'
import { BASE_PATH } from '../api/mode.ts'
import { AppShell } from './app-shell.tsx'
import { NotFound, RouteFailure } from './failures.tsx'
import type { PagePath, PublicPath } from './paths.ts'

type Known<Path extends string> = RouteObject & ({ path: Path } | { index: true })

export const router = createBrowserRouter(
  [
    {
      path: '/sign-in',
      errorElement: <RouteFailure />,
      hydrateFallbackElement: <></>,
      lazy: async () => ({ Component: (await import('../features/session/sign-in.tsx')).SignInPage }),
    },
    {
      path: '/forgot-password',
      errorElement: <RouteFailure />,
      hydrateFallbackElement: <></>,
      lazy: async () => ({ Component: (await import('../features/session/forgot-password.tsx')).ForgotPasswordPage }),
    },
    {
      path: '/docs',
      errorElement: <RouteFailure />,
      hydrateFallbackElement: <></>,
      lazy: async () => ({ Component: (await import('../features/docs/page.tsx')).DocsPage }),
    },
    ...(['/invitation', '/new-password'] as const).map((path) => ({
      path,
      errorElement: <RouteFailure />,
      hydrateFallbackElement: <></>,
      lazy: async () => ({ Component: (await import('../features/session/link.tsx')).LinkPage }),
    })),
    {
      path: '/',
      element: <AppShell />,
      hydrateFallbackElement: <></>,
      errorElement: <RouteFailure />,
      children: [
        {
          index: true,
          lazy: async () => ({ Component: (await import('../features/overview/page.tsx')).OverviewPage }),
        },
        {
          path: 'charges',
          lazy: async () => ({ Component: (await import('../features/charges/list.tsx')).ChargesPage }),
        },
        {
          path: 'charges/new',
          lazy: async () => ({ Component: (await import('../features/charges/new-charge.tsx')).NewChargePage }),
        },
        {
          path: 'charges/:id',
          lazy: async () => ({ Component: (await import('../features/charges/detail.tsx')).ChargePage }),
        },
        {
          path: 'attention',
          lazy: async () => ({ Component: (await import('../features/attention/list.tsx')).AttentionPage }),
        },
        {
          path: 'refunds',
          lazy: async () => ({ Component: (await import('../features/refunds/list.tsx')).RefundsPage }),
        },
        {
          path: 'refunds/:id',
          lazy: async () => ({ Component: (await import('../features/refunds/detail.tsx')).RefundPage }),
        },
        {
          path: 'withdrawals',
          lazy: async () => ({ Component: (await import('../features/withdrawals/list.tsx')).WithdrawalsPage }),
        },
        {
          path: 'withdrawals/new',
          lazy: async () => ({ Component: (await import('../features/withdrawals/form.tsx')).NewWithdrawalPage }),
        },
        {
          path: 'withdrawals/:id',
          lazy: async () => ({ Component: (await import('../features/withdrawals/detail.tsx')).WithdrawalPage }),
        },
        {
          path: 'receivers',
          lazy: async () => ({ Component: (await import('../features/receivers/list.tsx')).ReceiversPage }),
        },
        {
          path: 'receivers/new',
          lazy: async () => ({ Component: (await import('../features/receivers/form.tsx')).NewReceiverPage }),
        },
        {
          path: 'receivers/:id',
          lazy: async () => ({ Component: (await import('../features/receivers/detail.tsx')).ReceiverPage }),
        },
        {
          path: 'disputes',
          lazy: async () => ({ Component: (await import('../features/disputes/list.tsx')).DisputesPage }),
        },
        {
          path: 'disputes/:id',
          lazy: async () => ({ Component: (await import('../features/disputes/detail.tsx')).DisputePage }),
        },
        {
          path: 'customers',
          lazy: async () => ({ Component: (await import('../features/customers/list.tsx')).CustomersPage }),
        },
        {
          path: 'customers/:id',
          lazy: async () => ({ Component: (await import('../features/customers/detail.tsx')).CustomerPage }),
        },
        {
          path: 'exports',
          lazy: async () => ({ Component: (await import('../features/exports/list.tsx')).ExportsPage }),
        },
        {
          path: 'offers',
          lazy: async () => ({ Component: (await import('../features/offers/list.tsx')).OffersPage }),
        },
        {
          path: 'products/:id',
          lazy: async () => ({ Component: (await import('../features/products/detail.tsx')).ProductPage }),
        },
        {
          path: 'payment-links',
          lazy: async () => ({ Component: (await import('../features/payment-links/list.tsx')).LinksPage }),
        },
        {
          path: 'providers',
          lazy: async () => ({ Component: (await import('../features/providers/list.tsx')).ProvidersPage }),
        },
        {
          path: 'providers/:code/connect',
          lazy: async () => ({ Component: (await import('../features/providers/form.tsx')).ConnectPage }),
        },
        {
          path: 'reconciliation',
          lazy: async () => ({ Component: (await import('../features/reconciliation/list.tsx')).ReconciliationPage }),
        },
        {
          path: 'routing',
          lazy: async () => ({ Component: (await import('../features/routing/list.tsx')).RoutingPage }),
        },
        {
          path: 'webhook-events',
          lazy: async () => ({ Component: (await import('../features/webhooks/received-list.tsx')).ReceivedPage }),
        },
        {
          path: 'webhook-deliveries',
          lazy: async () => ({ Component: (await import('../features/webhooks/sent-list.tsx')).SentPage }),
        },
        {
          path: 'webhook-endpoints',
          lazy: async () => ({ Component: (await import('../features/webhook-endpoints/list.tsx')).EndpointsPage }),
        },
        {
          path: 'exams',
          lazy: async () => ({ Component: (await import('../features/exams/list.tsx')).ExamsPage }),
        },
        {
          path: 'exams/:id',
          lazy: async () => ({ Component: (await import('../features/exams/detail.tsx')).ExamPage }),
        },
        {
          path: 'playground',
          lazy: async () => ({ Component: (await import('../features/playground/list.tsx')).PlaygroundPage }),
        },
        {
          path: 'mailbox',
          lazy: async () => ({ Component: (await import('../features/mailbox/list.tsx')).MailboxPage }),
        },
        {
          path: 'api-keys',
          lazy: async () => ({ Component: (await import('../features/api-keys/list.tsx')).ApiKeysPage }),
        },
        {
          path: 'profile',
          lazy: async () => ({ Component: (await import('../features/profile/profile.tsx')).ProfilePage }),
        },
        {
          path: 'people',
          lazy: async () => ({ Component: (await import('../features/people/list.tsx')).PeoplePage }),
        },
        {
          path: 'settings',
          lazy: async () => ({ Component: (await import('../features/platforms/settings.tsx')).SettingsPage }),
        },
        {
          path: 'audit-log',
          lazy: async () => ({ Component: (await import('../features/audit-log/list.tsx')).AuditLogPage }),
        },
        { path: '*', element: <NotFound /> },
      ] satisfies Known<PagePath | '*'>[],
    },
  ] satisfies Known<PublicPath | '/'>[],
  { basename: BASE_PATH },
)
