/** ABMEX: assumed to be the sales of ABMEXSPLIT without their receivers. */
import { abmexSells } from '../dialects/abmex-sells.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const abmex = defineProvider(
  abmexSells({ code: 'ABMEX', name: 'Abmex', host: 'https://api.abmex.invalid', methods: ['PIX', 'BILLET'] }),
)
