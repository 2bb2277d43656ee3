/** IUGU banking as a service (https://dev.iugu.com): invoices alone. */
import { iuguInvoices } from '../dialects/iugu-invoices.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const iugubaas = defineProvider(
  iuguInvoices({
    code: 'IUGUBAAS',
    name: 'Iugu BaaS',
    evidence: 'documentation',
    particular: () => ({}),
    monthsAlways: true,
  }),
)
