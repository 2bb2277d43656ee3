import type { ComponentProps } from 'react'
import { defined } from '../../../../domain/defined.ts'
import type { Receiver } from '../../api/contract.ts'
import { SearchedField } from '../../ui/searched-field.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { receiverQueries } from './queries.ts'

interface ReceiverFieldProps
  extends Omit<ComponentProps<typeof SearchedField<Receiver>>, 'list' | 'optionOf' | 'listWith'> {
  /** By our id, which means one receiver wherever its provider's id is used twice. */
  ours?: boolean
}

/** An open receiver, by its provider's id unless `ours`. A choice that was made by the other id stands. */
export function ReceiverField({ ours = false, ...props }: ReceiverFieldProps) {
  const providerName = useProviderName()
  return (
    <SearchedField<Receiver>
      {...props}
      list={(q) => receiverQueries.list({ status: 'ACTIVE', ...defined({ q }) })}
      listWith={(q) => receiverQueries.list({ q })}
      optionOf={({ id, receiverId, name, receiverProvider }) => {
        if (receiverId === null) return undefined
        const value = ours && props.value !== receiverId ? id : receiverId
        return { value, label: name, hint: providerName(receiverProvider) }
      }}
    />
  )
}
