import type { Problem } from '../../api/contract.ts'

/** What each problem of the API says, by its code. */
export const problems = {
  malformed_request: 'O que foi preenchido não foi aceito. Confira e tente de novo.',
  refund_not_approved: 'O provedor não aprovou o reembolso.',
  unauthenticated: 'A sua sessão terminou. Entre de novo.',
  invalid_signature: 'O endereço não vale mais. Abra a página de novo e repita.',
  wrong_credentials: 'O e-mail ou a senha não conferem.',
  wrong_code: 'Esse código não vale agora.',
  sign_in_expired: 'Passou tempo demais. Entre com a senha de novo.',
  forbidden: 'O seu acesso não permite isto. Um administrador da sua plataforma pode ajudar.',
  second_factor_needed: 'A sua plataforma exige um segundo fator. Ative-o no seu perfil.',
  cross_site_request: 'O pedido veio de outro site. Abra o painel de novo e repita.',
  not_found: 'Não existe mais, ou pertence a outra plataforma.',
  conflict: 'No estado atual isto não é possível. Veja na página como está agora antes de repetir.',
  request_in_progress: 'O mesmo pedido ainda está em andamento. Espere que termine.',
  request_too_slow: 'O envio demorou demais. Verifique sua rede e tente de novo.',
  payload_too_large: 'É grande demais para ser aceito.',
  headers_too_large: 'O navegador enviou dados demais. Limpe os cookies deste site e tente de novo.',
  unsupported_media_type: 'Este tipo de arquivo não é aceito.',
  rule_broken: 'Uma regra não permite isto. Confira o que foi preenchido.',
  idempotency_key_reused:
    'Um envio anterior, com outro conteúdo, já chegou ao serviço. Veja o que foi feito dele antes de enviar este.',
  method_not_supported: 'O provedor não oferece isto.',
  no_provider_account: 'Nenhuma conta de provedor pode receber isto. Confira as contas e o roteamento.',
  rate_limited: 'Foram pedidos demais em pouco tempo.',
  internal_error: 'Algo deu errado do nosso lado. Se continuar, fale com o suporte.',
  provider_refused: 'O provedor recusou.',
  provider_failed: 'O provedor falhou ao responder.',
  unavailable: 'O serviço não está disponível agora. Tente de novo em instantes.',
  outcome_unknown: 'Pode ter sido feito, mesmo que ainda não apareça. Veja na página como está agora antes de repetir.',
} satisfies Record<Problem['code'], string>
