import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useNewForm, useOpened } from '../../ui/use-address.ts'
import { useSession } from '../session/session-context.ts'
import { peopleColumns } from './columns.tsx'
import { InvitationsPanel } from './invitations.tsx'
import { InviteDialog } from './invite.tsx'
import { MembersPanel } from './members.tsx'
import { PersonDialog } from './person.tsx'
import { peopleQueries } from './queries.ts'

/** Who works here, who is asked to, and what each may do. */
export function PeoplePage() {
  const { t } = useTranslation(['people', 'common'])
  const me = useSession()
  const people = useQuery(peopleQueries.people())
  // Shown together: one that came later would push the other down.
  const [members, invitations] = [useQuery(peopleQueries.members()), useQuery(peopleQueries.invitations())]
  const [isInviting, setInviting] = useNewForm()
  const [chosen, setChosen] = useOpened()
  const rows = people.data?.data ?? []
  const invite = (
    <Button look="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden />
      {t('invite.open')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={invite}>
      <div className="grid gap-6">
        <Panel flush>
          <Unread query={people} waiting={<TableSkeleton columns={5} rows={3} label={t('common:loading')} />} />
          {rows.length > 0 && (
            <DataTable<User>
              caption={t('caption')}
              columns={peopleColumns(t, me.id)}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => setChosen(id)}
              openLabel={({ name }) => t('open', { name })}
            />
          )}
        </Panel>
        {members.isFetched && invitations.isFetched && (
          <>
            <MembersPanel query={members} />
            <InvitationsPanel query={invitations} />
          </>
        )}
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      <PersonDialog person={rows.find(({ id }) => id === chosen)} onClose={() => setChosen(null)} />
    </Page>
  )
}
