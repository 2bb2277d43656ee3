/** By its address, what else a user may call a page or an action that the search leads to, and what is done with what it shows. */
export const places = {
  /** Words that say nothing, as they are compared: without accents. */
  little: 'a as o os um uma uns umas e de da das do dos em na nas no nos por para com como quem que este esta mais',
  words: {
    '/charges/new': 'cobrar vender receber criar Pix cartão boleto',
    '/charges?status=APPROVED': 'reembolso estornar estorno devolver dinheiro',
    '/charges?status=PENDING': 'cancelamento anular desistir',
    '/withdrawals/new': 'sacar retirar transferir enviar Pix',
    '/receivers/new': 'cadastrar parceiro dividir split',
    '/offers?new=1': 'vender produto criar',
    '/payment-links?new=1': 'cobrar vender receber criar',
    '/providers?view=catalog': 'adquirente gateway conta integrar cadastrar',
    '/routing?new=1': 'rotear dividir criar',
    '/reconciliation?new=1': 'conciliar arquivo enviar',
    '/reconciliation?run=1': 'conferir comparar rodar executar conciliação',
    '/settings?rotate=1': 'rotacionar girar assinatura chave',
    '/profile?password=1': 'mudar alterar',
    '/profile?factor=1': '2FA autenticação autenticador configurar',
    '/people?new=1': 'convites usuários equipe acesso adicionar cadastrar vendedor operador administrador',
    '/api-keys?new=1': 'token integração criar',
    '/webhook-endpoints?new=1': 'avisos notificações criar',
    '/exams?examine=new': 'testar',
    erase: 'excluir remover esquecer anonimizar LGPD pessoais',
    simulate: 'testar rota regra roteamento',
    replay: 'reenviar novo processar aviso notificação recebido',
    resend: 'repetir novo webhook notificação enviado entrega',
    'sign-out': 'desconectar encerrar sessão logout',
    mode: 'modo teste produção real simular pagar recusar vencer contestar comprador',
    'found-platform': 'criar loja empresa',
    'theme/system': 'mudar cores modo aparência automático',
    'theme/light': 'mudar cores modo aparência dia',
    'theme/dark': 'mudar cores modo aparência noturno noite',
    'density/comfortable': 'mudar linhas tabelas espaço',
    'density/compact': 'mudar linhas tabelas espaço',
    'language/en': 'mudar trocar língua inglês',
    'language/pt-BR': 'mudar trocar língua português',
    '/': 'painel início gráfico tabela faturamento',
    '/charges':
      'vendas pagamentos exportar CSV reembolsar estornar cancelar duplicar copiar código linha digitável link recibo QR boleto enviar reenviar e-mail email novo consultar tentar repetir resolver marcar visto confirmar situação aceitar salvar renomear esquecer filtro',
    '/refunds':
      'estorno devolução exportar CSV cancelar consultar novo tentar repetir resolver aprovar marcar visto salvar filtro',
    '/withdrawals':
      'sacar transferência exportar CSV cancelar consultar novo tentar repetir resolver aprovar marcar visto salvar filtro',
    '/receivers':
      'parceiros split exportar CSV cancelar tentar novo repetir consultar resolver documentos salvar filtro',
    '/disputes':
      'contestações chargeback MED exportar CSV adicionar enviar excluir arquivo provas evidências defesa marcar ganha perdida salvar filtro',
    '/customers': 'compradores exportar CSV apagar excluir esquecer dados pessoais LGPD salvar filtro',
    '/offers': 'venda pausar retomar editar mudar preço copiar link endereço mostrar QR code',
    '/payment-links': 'cobrar pausar retomar editar copiar endereço mostrar QR code',
    '/attention':
      'pendências decidir resolver exportar CSV consultar tentar repetir novo aprovar aceitar confirmar cancelar marcar visto resolvida perdida dar enviar teste pausar endpoint dizer não existe',
    '/providers':
      'adquirente gateway contas saldos pausar ativar retomar remover desconectar editar testar chaves credenciais copiar trocar endereço webhook ordem prioridade tentar antes depois',
    '/routing':
      'simular simulador rotas pausar ativar retomar editar excluir apagar regra ordem prioridade subir descer',
    '/reconciliation': 'diferenças divergências extratos taxas marcar resolvida resolver salvar filtro',
    '/exports': 'exportar exportação baixar planilha Excel CSV relatório',
    '/webhook-events': 'recebidos repetir reprocessar novo provedores notificações',
    '/docs': 'documentação referência API SDK desenvolvedor integração webhooks',
    '/webhook-deliveries': 'avisos notificações entregas reenviar repetir novo',
    '/webhook-endpoints':
      'avisos notificações webhooks editar ligar desligar pausar ativar remover excluir trocar rotacionar segredo enviar teste testar examinar',
    '/exams': 'examinar testar novo começar copiar resumo',
    '/people':
      'convidar usuários equipe acesso mudar papel função desativar reativar bloquear remover excluir redefinir segundo fator reenviar enviar novo retirar convite documentos',
    '/api-keys': 'tokens integração revogar excluir apagar',
    '/audit-log': 'histórico exportar CSV',
    '/settings':
      'ajustes salvar logotipo remover aparência cor parcelas juros certificados chave privada aprovações pedir aprovação segunda pessoa exigir segundo fator recebedor padrão confirmação pagamento duplo atrasado trocar segredo webhooks',
    '/playground':
      'simular pagar cliente recusar expirar devolver dinheiro contestar chargeback ganhar contestação repetir webhook saques concluir ligar remover falha',
    '/mailbox': 'mensagens ler',
    '/profile':
      'senha trocar segundo fator autenticação desativar criar novos códigos de recuperação encerrar sessão sessões todas outras dispositivos nome atalhos documentos ver excluir',
  },
}
