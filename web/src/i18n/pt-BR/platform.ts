export const platform = {
  title: 'Configurações',
  lead: 'O que vale para todas as cobranças da plataforma.',
  save: 'Salvar',
  saved: 'Configurações salvas',
  failed: 'As configurações não foram salvas',
  secondFactor: {
    title: 'Acesso',
    required: 'Exigir segundo fator de todas as pessoas',
    requiredHint:
      'Quem ainda não tem um só consegue ativá-lo antes de fazer qualquer outra coisa. Chaves de API não mudam.',
  },
  look: {
    title: 'Aparência das páginas',
    text: 'Como os compradores reconhecem a sua loja: nas páginas de venda e nos recibos.',
    name: 'Nome da loja',
    nameMissing: 'Preencha este campo',
    color: 'Cor',
    pick: 'Escolher a cor',
    colorWrong: 'Uma cor tem # e seis dígitos, como #1a7f4b',
    logo: 'Logotipo',
    logoHelp: 'PNG ou JPEG, de preferência com fundo transparente.',
    current: 'Logotipo atual',
    removeLogo: 'Remover o logotipo',
    preview: 'Prévia',
    button: 'Pagar com Pix',
    save: 'Salvar a aparência',
  },
  policies: {
    title: 'Dinheiro que ninguém esperava',
    doublePayments: {
      title: 'Quando uma cobrança é paga duas vezes',
      text: 'Acontece quando duas transações da mesma cobrança são pagas: por exemplo, uma resposta do provedor se perdeu e o cliente acabou com dois códigos.',
      ask: 'Perguntar a um operador',
      askHint: 'Os dois pagamentos ficam como estão, e a cobrança pede atenção até alguém decidir qual devolver.',
      refundLater: 'Devolver o segundo pagamento',
      refundLaterHint:
        'O que chegou depois é devolvido inteiro, sem perguntar. O primeiro fica. Se o provedor não puder devolver, um operador é chamado.',
    },
    latePayments: {
      title: 'Quando chega um pagamento atrasado',
      text: 'Acontece quando o código é pago depois que a cobrança expirou ou foi cancelada. Onde o provedor retira códigos, nós o pedimos; até lá, e onde ele não retira, o código ainda pode ser pago.',
      ask: 'Perguntar a um operador',
      askHint: 'A cobrança volta a ser paga e pede atenção: alguém decide se entrega ou devolve.',
      accept: 'Aceitar o dinheiro',
      acceptHint: 'A cobrança volta a ser paga, como se tivesse sido paga a tempo. Ninguém é chamado.',
      refund: 'Devolver o dinheiro',
      refundHint:
        'O pagamento é devolvido inteiro, sem perguntar. Se o provedor não puder devolver, um operador é chamado.',
    },
  },
}
