"""People who proved that several accounts are theirs: links, challenges, and accounts that were handed on."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from migrations._files import again, install

UNDO = (
    """
DROP TRIGGER actors_retirement_follow ON public.actors;
DROP TRIGGER actors_retirement_guard ON public.actors;
DROP FUNCTION public.mesh_guard_identity_link, public.mesh_guard_identity_challenge, public.mesh_guard_retirement,
    public.mesh_after_retirement CASCADE;
DROP FUNCTION public.mesh_direct_identity, public.mesh_requester_actors;
"""
    + again("functions/mesh_audience_allows_v1")
    + again("functions/mesh_audience_known_v1")
    + "DROP FUNCTION public.mesh_allowed_audiences;"
    + "ALTER TYPE public.mesh_audience DROP ATTRIBUTE person_readers;"
    + again("functions/mesh_allowed_audiences_v2")
    + again("functions/mesh_destination_audience_v1")
    + again("functions/mesh_listed_readers_v2")
    + again("functions/mesh_heard_readers_v2")
    + """
DROP FUNCTION public.mesh_person_readers, public.mesh_linked_actors, public.mesh_proof_is_live,
    public.mesh_person_reader, public.mesh_reader_id;
ALTER TABLE public.identity_challenges
    DROP CONSTRAINT identity_challenges_actor_of_agent,
    DROP CONSTRAINT identity_challenges_run_of_agent,
    DROP CONSTRAINT identity_challenges_person_of_agent,
    DROP CONSTRAINT identity_challenges_redeemed_run_of_agent,
    DROP CONSTRAINT identity_challenges_link_of_agent;
ALTER TABLE public.identity_links
    DROP CONSTRAINT identity_links_person_of_agent,
    DROP CONSTRAINT identity_links_first_actor_of_agent,
    DROP CONSTRAINT identity_links_second_actor_of_agent;
"""
)


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0014_audit_pages_order"),)
    operations = (
        migrations.AddField(
            model_name="actor",
            name="generation",
            field=models.IntegerField(db_default=1),
        ),
        migrations.AddField(
            model_name="actor",
            name="retired_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
            ],
            options={
                "db_table": "persons",
            },
        ),
        migrations.CreateModel(
            name="IdentityLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("linked_at", models.DateTimeField()),
                ("proved_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                ("revoked_by", models.TextField(null=True)),
                (
                    "first_actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.actor",
                    ),
                ),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
                (
                    "second_actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.actor",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to="conversation_search.person",
                    ),
                ),
            ],
            options={
                "db_table": "identity_links",
            },
        ),
        migrations.CreateModel(
            name="IdentityChallenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code_hash", models.BinaryField(unique=True)),
                ("issued_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("redeemed_at", models.DateTimeField(null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.actor",
                    ),
                ),
                (
                    "redeemed_run",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.run",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.run",
                    ),
                ),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="challenges",
                        to="conversation_search.identitylink",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.person",
                    ),
                ),
            ],
            options={
                "db_table": "identity_challenges",
            },
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=("id", "runtime_agent"), name="persons_of_agent"),
        ),
        migrations.AddConstraint(
            model_name="identitylink",
            constraint=models.UniqueConstraint(
                fields=("id", "runtime_agent"), name="identity_links_of_agent"
            ),
        ),
        migrations.AddConstraint(
            model_name="identitylink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True)),
                fields=("first_actor", "second_actor"),
                name="identity_links_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitylink",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_actor__lt", models.F("second_actor"))),
                name="identity_links_ordered",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitylink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("revoked_at__isnull", True), ("revoked_by__isnull", True)),
                    models.Q(
                        ("revoked_at__isnull", False), ("revoked_by__in", ["side", "operator", "retirement"])
                    ),
                    _connector="OR",
                ),
                name="identity_links_revoked_by",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitychallenge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("link__isnull", True), ("redeemed_at__isnull", True), ("redeemed_run__isnull", True)
                    ),
                    models.Q(
                        ("link__isnull", False),
                        ("redeemed_at__isnull", False),
                        ("redeemed_run__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="identity_challenges_redeemed_whole",
            ),
        ),
        install(
            "functions/mesh_audience_type_v2",
            "functions/mesh_person_reader_v1",
            "functions/mesh_reader_id_v1",
            "functions/mesh_proof_is_live_v1",
            "functions/mesh_audience_known_v2",
            "functions/mesh_audience_allows_v2",
            "functions/mesh_linked_actors_v1",
            "functions/mesh_person_readers_v1",
            "functions/mesh_listed_readers_v3",
            "functions/mesh_heard_readers_v3",
            "functions/mesh_destination_audience_v2",
            "functions/mesh_allowed_audiences_v3",
            "functions/mesh_requester_actors_v1",
            "functions/mesh_direct_identity_v1",
            "tables/references_of_identity_v1",
            "triggers/identity_v1",
            undo=UNDO,
        ),
    )
