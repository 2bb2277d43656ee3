import { declines } from '../../../../domain/labels/declines-pt-BR.ts'
import { shortMethods } from '../../../../domain/labels/methods-pt-BR.ts'
export const buy = {
  method: 'Como você quer pagar?',
  methods: shortMethods,
  about: {
    PIX: 'Aprovado na hora',
    CREDIT_CARD: 'Aprovado na hora',
    BILLET: 'Confirmado em até 1 dia útil',
    installments: 'Em até {{count}}x',
  },
  quantity: { title: 'Quantidade', less: 'Uma unidade a menos', more: 'Mais uma unidade' },
  hint: 'ou em até {{parts}}, total {{total}} com juros',
  hintFree: 'ou em até {{parts}} sem juros',
  field: {
    name: 'Nome completo',
    email: 'E-mail',
    document: 'CPF ou CNPJ',
    phone: 'Telefone',
    zipCode: 'CEP',
    address: 'Rua',
    number: 'Número e complemento',
    district: 'Bairro',
    city: 'Cidade',
    state: 'Estado',
    cardNumber: 'Número do cartão',
    expiry: 'Validade',
    cvv: 'Código de segurança',
    holderName: 'Nome impresso no cartão',
  },
  mistake: {
    email: 'Confira o e-mail: ele é como nome@exemplo.com.br',
    tooLong: 'No máximo {{longest}} caracteres',
    wrong: 'Confira este campo',
  },
  installments: 'Parcelas',
  installment: '{{installments}}, total {{total}}',
  uneven: '{{total}} não se divide em {{count}} partes iguais: uma das parcelas leva os centavos que sobram.',
  pay: {
    PIX: 'Pagar {{total}} com Pix',
    CREDIT_CARD: 'Pagar {{total}} com cartão',
    BILLET: 'Gerar boleto de {{total}}',
  },
  paying: 'Um instante…',
  waited: {
    long: {
      PIX: 'O seu pedido está guardado, e você não paga duas vezes. Estamos gerando o seu código Pix. Pode levar até um minuto: espere aqui, não é preciso pedir outro.',
      CREDIT_CARD:
        'O seu pedido está guardado, e você não paga duas vezes. Estamos falando com o banco do cartão. Pode levar até um minuto: espere aqui e não pague de novo.',
      BILLET:
        'O seu pedido está guardado, e você não paga duas vezes. Estamos gerando o seu boleto. Pode levar até um minuto: espere aqui, não é preciso pedir outro.',
    },
    veryLong: {
      PIX: 'Está demorando mais que o normal, e nada foi cobrado. Se sair, volte por este mesmo endereço, neste aparelho: a página mostra o código que foi gerado.',
      CREDIT_CARD:
        'Está demorando mais que o normal. Não pague de novo: se sair, volte por este mesmo endereço, neste aparelho, e a página mostra o que aconteceu.',
      BILLET:
        'Está demorando mais que o normal, e nada foi cobrado. Se sair, volte por este mesmo endereço, neste aparelho: a página mostra o boleto que foi gerado.',
    },
    behind:
      'A tentativa anterior, talvez em outra aba, ainda não terminou. Esta página espera por ela e mostra sozinha o que aconteceu: não pague de novo em outro lugar.',
  },
  left: {
    title: 'Procurando o seu pagamento',
    text: 'Você começou a pagar aqui e saiu antes da resposta. Estamos vendo o que aconteceu: não pague de novo.',
    nothing: 'A tentativa anterior não chegou a ser feita, e nada foi cobrado.',
  },
  failure: {
    fields: 'Confira os campos destacados. Nada foi cobrado.',
    nothing: 'A tentativa anterior não chegou a ser feita, e nada foi cobrado. Se ainda quer pagar, tente de novo.',
    busy: 'A tentativa anterior ainda não terminou, ou esta página mudou. Nada de novo foi cobrado: aguarde e tente de novo.',
    refused: 'Não foi possível pagar desta forma agora. Nada foi cobrado: tente outra forma.',
    offline: 'Sem resposta. Verifique a conexão e tente de novo: você não paga duas vezes.',
    crowded: 'Há muitos pedidos neste momento. Nada foi cobrado: tente de novo em alguns segundos.',
    tooMany: 'Muitas tentativas em pouco tempo: espere {{wait}}.',
    tooManyCards: 'Muitas tentativas com cartão: espere {{wait}} ou pague de outra forma.',
    tooManyUnpaid:
      'Há pedidos desta página, feitos da sua conexão, que ainda não foram pagos. Pague um deles, ou espere que um deles vença: no máximo {{wait}}.',
  },
  other: 'Pagar de outra forma',
  anotherCode: 'Gerar outro',
  reviewTitle: 'Confirmando o pagamento',
  reviewText: 'A compra ainda está sendo confirmada com o cartão. O resultado aparece aqui: não pague de novo.',
  paidTitle: 'Pagamento confirmado',
  paidText: 'Obrigado! Já avisamos {{seller}}.',
  returnedTitle: 'Pagamento devolvido',
  returnedText: 'Este pagamento foi devolvido ou contestado e não vale mais. Em caso de dúvida, fale com {{seller}}.',
  print: 'Imprimir ou guardar o recibo',
  keep: {
    address: 'Guardar o endereço deste boleto',
    copied: 'Endereço copiado',
    why: 'Vai pagar depois? Este endereço mostra o boleto em qualquer aparelho, e o recibo quando for pago.',
    mailed: 'O boleto também deve chegar ao seu e-mail. Se não chegar, basta este endereço.',
    notMailed: 'Este boleto não vai para o seu e-mail: guarde o endereço.',
  },
  buyAgain: 'Comprar de novo',
  buyAgainText: 'Comprar de novo é outro pedido, com outro pagamento.',
  receipt: { to: 'Para', what: 'Compra', how: 'Forma', when: 'Pago em', total: 'Total', number: 'Número do pagamento' },
  declinedTitle: 'O cartão foi recusado',
  declinedText: 'Nada foi cobrado: você pode tentar de novo ou pagar de outra forma.',
  decline: declines,
  instead: { PIX: 'Pagar com Pix', CREDIT_CARD: 'Pagar com cartão', BILLET: 'Pagar com boleto' },
  canceledTitle: 'Este pagamento foi cancelado',
  overTitle: 'Este código não vale mais',
  refusedTitle: 'O pagamento não foi concluído',
  overText: 'Nada foi cobrado. Escolha como pagar para tentar de novo.',
  closed: {
    unpayable: {
      title: 'Esta loja não pode receber pagamentos no momento',
      text: 'Fale com {{seller}} para combinar como pagar.',
    },
    paused: { title: 'Vendas em pausa', text: 'No momento nada é vendido aqui. Fale com {{seller}}.' },
    expired: { title: 'Este link expirou', text: 'Peça um novo a {{seller}}.' },
    soldOut: { title: 'Esgotado', text: 'Não há mais unidades. Fale com {{seller}}.' },
  },
  notTaken: {
    lost: 'Aqui não vale para {{amount}}: {{methods}}. Escolha outra forma abaixo ou uma quantidade menor.',
    title: 'O valor de {{amount}} não pode ser pago aqui',
    fewer: 'Com a quantidade {{quantity}}, que dá {{amount}}, você pode:',
  },
  reserved: {
    title: 'Reservado no momento',
    text: 'Um comprador está pagando agora; se é você, continue na aba em que começou. Se o pagamento não vier, volta a ficar disponível: tente de novo mais tarde.',
    until:
      'Um comprador está pagando agora; se é você, continue na aba em que começou. Se o pagamento não vier, volta a ficar disponível {{moment}}: tente de novo depois.',
  },
  notFoundTitle: 'Página não encontrada',
  notFoundText: 'Confira se o endereço está completo, ou peça um novo a quem vende.',
  failedText: 'Verifique a sua conexão. Nada foi cobrado.',
  begunText:
    'Verifique a sua conexão. Você já começou a pagar aqui: não pague de novo. O que aconteceu aparece assim que a página carregar.',
}
