export const session = {
  title: 'Entrar',
  lead: 'Acesse o painel da sua plataforma.',
  email: 'E-mail',
  password: 'Senha',
  submit: 'Entrar',
  wrong: 'E-mail ou senha não conferem.',
  failed: 'Não foi possível entrar agora. Tente de novo.',
  tooMany: 'Muitas tentativas. Espere um minuto e tente de novo.',
  demo: 'Contas de demonstração',
  demoHint: 'Modo local: um clique e você está dentro.',
  demoRoles: {
    seller: 'Cria e acompanha cobranças',
    operator: 'Decide o que ficou sem resposta',
    admin: 'Conecta provedores e chaves',
  },
  pitch: 'Cada cobrança é um processo que não se perde.',
  pitchText:
    'Se o provedor cai, a rede falha ou o servidor reinicia, a cobrança continua de onde parou. Ninguém paga duas vezes, e você vê tudo ao vivo.',
}
