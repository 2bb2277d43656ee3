export const activation = {
  title: 'Ativar {{name}}?',
  refused: 'O provedor recusou as chaves no último teste: a conta só é ativada com chaves aceitas.',
  notAsked: 'Falta uma configuração da plataforma, ou ela não serve: corrija-a ou teste de novo antes de ativar.',
  unproved: 'O provedor não aceitou as chaves em um teste: as cobranças feitas por esta conta podem ser recusadas.',
  testNow: 'Testar agora',
  done: 'Ativada sem teste aceito',
  connected: 'Conta ativada sem teste aceito',
}
