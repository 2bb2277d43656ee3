/** Operations of a seated provider at which no fault strikes, each with the reason. */

const WITHDRAWALS_ALONE = 'no charge is made there: it has its seat for its withdrawals'
const CHARGES_ALONE = 'nothing is withdrawn there: it has its seat for its charges'

/** "PROVIDER operation". */
export const UNDRAWN: Readonly<Record<string, readonly string[]>> = {
  'nothing of a movement waits for it: it is asked when a person opens the balances': [
    'ASAAS readBalance',
    'PAGARME readBalance',
    'TRANSFEERA readBalance',
    'VILLET readBalance',
  ],
  [WITHDRAWALS_ALONE]: [
    'BRAVIVE createTransaction',
    'BRAVIVE readTransaction',
    'PAGARME createCard',
    'PAGARME createCustomer',
    'PAGARME createTransaction',
    'PAGARME findTransaction',
    'PAGARME readTransaction',
    'PAGARME refund',
    'PAGARME tokenizeCard',
    'PRONTTUS createTransaction',
    'PRONTTUS readTransaction',
    'PRONTTUS refund',
    'TRANSFEERA createBoleto',
    'TRANSFEERA createTransaction',
    'TRANSFEERA findCashIn',
    'TRANSFEERA readBoleto',
    'TRANSFEERA readPdf',
    'TRANSFEERA readRefund',
    'TRANSFEERA readTransaction',
    'TRANSFEERA refund',
    'VILLET createTransaction',
    'VILLET readTransaction',
    'VILLET refund',
  ],
  [CHARGES_ALONE]: [
    'TREEAL findWithdraw',
    'TREEAL readWithdraw',
    'TREEAL withdraw',
    'ZENDRY findWithdraw',
    'ZENDRY readWithdraw',
    'ZENDRY withdraw',
  ],
}
