package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/server/store"
)

func newToken(std streams) *cobra.Command {
	var place, data string
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Make, list and revoke the upload tokens of a team's server",
		Long: `token works on the database that a team's server uses, whether the server runs or
not. A token is shown once, when it is made; the database keeps a digest of it.`,
		Example: `  stdioscope token create ci --store postgres://scope@db/scope
  stdioscope token list
  stdioscope token revoke ID`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("use create, list or revoke", "there is no stdioscope token %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&place, "store", "", "a postgres:// `URL` or a file (default $STDIOSCOPE_STORE, else a file in --data)")
	cmd.PersistentFlags().StringVar(&data, "data", "", "`folder` of this machine's data (default $XDG_STATE_HOME/stdioscope)")

	// on opens the store for one command.
	on := func(work func(ctx context.Context, s *store.Store, args []string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			at, err := storePlace(place, data, std.err)
			if err != nil {
				return err
			}
			s, err := store.Open(cmd.Context(), at)
			if err != nil {
				return failure(err, "is the database up, and the --store URL right?")
			}
			return errors.Join(work(cmd.Context(), s, args), s.Close())
		}
	}
	one := func(what string) cobra.PositionalArgs {
		return func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return usage("stdioscope token --help shows how", "name %s", what)
			}
			return nil
		}
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "create NAME", Short: "Make a token; it is printed on stdout, once", Args: one("who will use the token"),
			RunE: on(func(ctx context.Context, s *store.Store, args []string) error {
				token, secret, err := s.CreateToken(ctx, args[0], time.Now())
				if err != nil {
					return failure(err, "")
				}
				fmt.Fprintf(std.err, "stdioscope: token %s for %q; it is not shown again. Use it as %s\n", token.ID, token.Name, uploadTokenVariable)
				_, err = fmt.Fprintln(std.out, secret)
				return err
			}),
		},
		&cobra.Command{
			Use: "list", Short: "List all tokens, without their secrets", Args: cobra.NoArgs,
			RunE: on(func(ctx context.Context, s *store.Store, _ []string) error {
				tokens, err := s.Tokens(ctx)
				if err != nil {
					return failure(err, "")
				}
				w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "ID\tNAME\tCREATED\tLAST USED\tREVOKED")
				for _, t := range tokens {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.ID, t.Name, day(t.Created), day(t.LastUsed), day(t.Revoked))
				}
				return w.Flush()
			}),
		},
		&cobra.Command{
			Use: "revoke ID", Short: "End a token; what it shared stays", Args: one("a token by the ID that list shows"),
			RunE: on(func(ctx context.Context, s *store.Store, args []string) error {
				err := s.RevokeToken(ctx, args[0], time.Now())
				if errors.Is(err, store.ErrNotFound) {
					return usage("stdioscope token list shows them", "there is no token %q that could be revoked", args[0])
				}
				if err != nil {
					return failure(err, "")
				}
				return nil
			}),
		},
	)
	return cmd
}

// day is a date, "-" for what never happened.
func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}
