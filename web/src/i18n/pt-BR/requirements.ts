export const requirements = {
  title: 'O que pede além do comum',
  nothing: 'Nada além do que toda cobrança tem.',
  field: {
    customer: { phone: 'telefone do cliente' },
    customerIp: 'endereço IP do cliente',
    address: {
      zipCode: 'CEP',
      address: 'rua',
      number: 'número',
      district: 'bairro',
      city: 'cidade',
      state: 'estado',
    },
  },
  receivers: 'Recebedores: {{what}}',
  receiver: {
    cnpj: 'só empresas, com CNPJ',
    income: 'renda mensal',
    documents: 'todos os documentos, digitalizados',
    registration: 'celular, data de nascimento, renda e profissão; de empresas, faturamento anual e sócios',
  },
  platform: 'Configurações da plataforma que ele usa:',
  setting: {
    certCashInUrl: 'sem ele, nenhum pedido chega ao provedor',
    certCashOutUrl: 'sem ele, nenhum saque',
    privateKey: 'assina os saques',
    defaultReceiverId: 'usado nos saques ou para ler o saldo, conforme o provedor',
  },
  isSet: 'Tem',
  isMissing: 'Falta',
  toSettings: 'Abrir as configurações da plataforma',
}
