/** By its address, what else a user may call a page or an action that the search leads to, and what is done with what it shows. */
export const places = {
  little: 'a an the and of in on at by for from with to as it its this who my',
  words: {
    '/charges/new': 'sell receive create bill Pix card boleto',
    '/charges?status=APPROVED': 'reverse give money back reimburse',
    '/charges?status=PENDING': 'cancelation cancellation void',
    '/withdrawals/new': 'withdraw cash out transfer send Pix',
    '/receivers/new': 'add partner split',
    '/offers?new=1': 'sell product create',
    '/payment-links?new=1': 'charge sell receive create',
    '/providers?view=catalog': 'acquirer gateway account integrate add',
    '/routing?new=1': 'split create',
    '/reconciliation?new=1': 'reconcile file upload',
    '/reconciliation?run=1': 'reconcile run reconciliation',
    '/settings?rotate=1': 'change signature key',
    '/profile?password=1': 'new',
    '/profile?factor=1': '2FA authentication authenticator enable',
    '/people?new=1': 'invitations users team access add seller operator administrator',
    '/api-keys?new=1': 'token integration create',
    '/webhook-endpoints?new=1': 'notices notifications create',
    '/exams?examine=new': 'test',
    'sign-out': 'disconnect end session logout log out',
    mode: 'test mode live production simulate pay decline expire dispute buyer',
    'found-platform': 'create shop company',
    'theme/system': 'change colours colors mode look automatic',
    'theme/light': 'change colours colors mode look day',
    'theme/dark': 'change colours colors mode look night',
    'density/comfortable': 'change rows tables room',
    'density/compact': 'change rows tables room',
    'language/en': 'change',
    'language/pt-BR': 'change Portuguese',
    '/': 'dashboard home chart table revenue',
    '/charges':
      'sales payments export CSV refund cancel duplicate copy code digitable line link receipt QR boleto send again e-mail email ask try retry resolve mark seen confirm status accept save rename forget filter',
    '/refunds': 'reversal export CSV cancel ask again try retry resolve approve mark seen save filter',
    '/withdrawals': 'transfer export CSV cancel ask again try retry resolve approve mark seen save filter',
    '/receivers': 'partners split export CSV cancel try again retry ask resolve papers save filter',
    '/disputes': 'contested MED export CSV chargeback add delete file evidence proofs mark won lost save filter',
    '/customers': 'buyers export CSV erase delete forget personal data LGPD GDPR save filter',
    '/offers': 'sale pause resume edit change price copy address link show QR code',
    '/payment-links': 'charge pause resume edit copy address show QR code',
    '/attention':
      'pending decide resolve export CSV ask again try retry approve accept confirm cancel mark seen settled call lost send test pause endpoint say is not there',
    '/providers':
      'acquirer gateway accounts balances pause activate enable resume remove disconnect edit test keys credentials copy give new webhook address order priority try earlier later',
    '/routing':
      'simulate simulator routes pause turn on off resume edit delete remove rule order priority move up down',
    '/reconciliation': 'differences statements fees mark settled resolve save filter',
    '/exports': 'export download spreadsheet Excel CSV report',
    '/webhook-events': 'received replay retry again providers notifications',
    '/docs': 'documentation reference API SDK developer integration webhooks',
    '/webhook-deliveries': 'notices notifications deliveries resend replay retry again',
    '/webhook-endpoints':
      'notices notifications webhooks edit switch on off pause activate remove delete rotate change secret send test examine',
    '/exams': 'examine test again begin copy summary',
    '/people':
      'invite users team access change role disable enable block remove reset second factor resend send again withdraw invitation documents papers',
    '/api-keys': 'tokens integration revoke delete',
    '/audit-log': 'history export CSV',
    '/settings':
      "preferences save logo remove look color installments interest certificates private key approvals ask second person's approval everybody needs second factor require default receiver proof double late payments rotate secret webhooks",
    '/playground':
      'simulate pay buyer refuse expire give money back return dispute chargeback win repeat webhook withdrawals settle add remove fault',
    '/mailbox': 'messages read',
    '/profile':
      'password change second factor authentication switch off make new recovery codes end all others sessions devices name shortcuts documents papers view delete',
  },
}
