/** The texts of mails to users. */
import type { LinkKind } from '../domain/access-link.ts'
import type { SignInChange } from '../domain/audit.ts'
import type { Language } from '../domain/language.ts'
import type { Role } from '../domain/role.ts'

export interface AccessTexts {
  subject: Record<LinkKind, (platform: string) => string>
  heading: Record<LinkKind, string>
  greeting: string
  lead: Record<LinkKind, (platform: string) => string>
  role: Record<Role, string>
  label: { platform: string; email: string; role: string; until: string }
  button: Record<LinkKind, string>
  notYou: Record<LinkKind, string>
  automatic: string
}

export const ACCESS_PT_BR: AccessTexts = {
  subject: {
    invitation: (platform) => `Convite para o painel de ${platform}`,
    passwordReset: (platform) => `Nova senha para o painel de ${platform}`,
  },
  heading: { invitation: 'Você foi convidado', passwordReset: 'Escolha uma nova senha' },
  greeting: 'Olá.',
  lead: {
    invitation: (platform) => `Um administrador de ${platform} convidou você para o painel. Você escolhe a sua senha.`,
    passwordReset: (platform) => `Alguém pediu uma nova senha para o seu acesso ao painel de ${platform}.`,
  },
  role: { seller: 'Vendedor', operator: 'Operador', admin: 'Administrador' },
  label: { platform: 'Plataforma', email: 'Seu e-mail', role: 'Papel', until: 'Vale até' },
  button: { invitation: 'Aceitar o convite', passwordReset: 'Escolher a senha' },
  notYou: {
    invitation: 'O link vale uma vez. Se você não esperava este convite, ignore este e-mail.',
    passwordReset: 'O link vale uma vez. Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
  },
  automatic: 'Este e-mail é automático: não é preciso responder.',
}

interface SignInChangeTexts {
  what: Record<SignInChange, string>
  greeting: (name: string) => string
  label: { platform: string; what: string; by: string; at: string }
  notYou: string
}

/** It is not known which language a user reads, so the mail says everything in both. */
export const SIGN_IN_CHANGE: Record<Language, SignInChangeTexts> = {
  'pt-BR': {
    what: {
      'user.password': 'A sua senha foi trocada',
      'user.setPassword': 'Um administrador trocou a sua senha',
      'secondFactor.enable': 'O seu segundo fator foi ativado',
      'secondFactor.disable': 'O seu segundo fator foi desativado',
      'secondFactor.recoveryCodes': 'Os seus códigos de recuperação foram trocados',
      'secondFactor.reset': 'Um administrador removeu o seu segundo fator',
    },
    greeting: (name) => `Olá, ${name}.`,
    label: { platform: 'Plataforma', what: 'O que mudou', by: 'Feito por', at: 'Data' },
    notYou:
      'Se você não esperava esta mudança, escolha uma nova senha na página de entrada e avise um administrador da plataforma.',
  },
  en: {
    what: {
      'user.password': 'Your password was changed',
      'user.setPassword': 'An administrator changed your password',
      'secondFactor.enable': 'Your second factor was switched on',
      'secondFactor.disable': 'Your second factor was switched off',
      'secondFactor.recoveryCodes': 'Your recovery codes were replaced',
      'secondFactor.reset': 'An administrator removed your second factor',
    },
    greeting: (name) => `Hello, ${name}.`,
    label: { platform: 'Platform', what: 'What changed', by: 'Made by', at: 'Date' },
    notYou:
      'If you did not expect this, choose a new password on the sign-in page and tell an administrator of the platform.',
  },
}
